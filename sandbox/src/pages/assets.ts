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

/** The files are few and small: read once, before the first request. They lie two levels up from source and build alike. */
export function assetRoutes(app: FastifyInstance) {
  for (const [name, type] of Object.entries(TYPES)) {
    const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url))
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('x-content-type-options', 'nosniff').header('cache-control', 'no-cache').send(content),
    )
  }
}
