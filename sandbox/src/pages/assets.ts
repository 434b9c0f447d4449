import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TYPES = {
  'base.css': 'text/css; charset=utf-8',
  'home.css': 'text/css; charset=utf-8',
  'checkout.css': 'text/css; charset=utf-8',
  'inbox.css': 'text/css; charset=utf-8',
  'sandbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** Assets are read once at start. The path is the same relative to the sources and to the build. */
export function assetRoutes(app: FastifyInstance) {
  for (const [name, type] of Object.entries(TYPES)) {
    const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url))
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('x-content-type-options', 'nosniff').header('cache-control', 'no-cache').send(content),
    )
  }
}
