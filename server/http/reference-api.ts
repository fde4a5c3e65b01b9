import { Router } from 'express'
import { createDerived } from './derived.ts'

/** `GET /api/openapi.json`: all calls, from the schemas that they are checked with. Made when it is first asked for. */
export function referenceApi(siteUrl: string): Router {
  const derived = createDerived(() => 0)
  return Router().get(
    '/openapi.json',
    derived('application/json; charset=utf-8', async () => {
      const { openApiDocument } = await import('./api/openapi.ts')
      return JSON.stringify(openApiDocument(siteUrl))
    }),
  )
}
