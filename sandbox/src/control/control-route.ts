declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a control route does, in a few words: it stands in the index and on the home page. */
    does?: string
    /** A body to try it with. */
    example?: string
  }
}

export interface ControlRoute {
  method: string
  path: string
  does: string
  example?: string
}
