declare module 'fastify' {
  interface FastifyContextConfig {
    /** A short summary, shown in the index and on the home page. */
    does?: string
    /** An example body. */
    example?: string
  }
}

export interface ControlRoute {
  method: string
  path: string
  does: string
  example?: string
}
