import type { Router } from 'express'
import { referenceCalls } from '#contract/site.ts'
import { createDerived } from './derived.ts'
import { type CallGate, mountCalls } from './mount-calls.ts'

/** `GET /api/openapi.json`: all calls, from the schemas that they are checked with. Made when it is first asked for. */
export function referenceApi(gate: CallGate): Router {
  const derived = createDerived(() => 0)
  return mountCalls(referenceCalls, gate, {
    'GET /api/openapi.json': {
      handle: derived('application/json; charset=utf-8', async () => {
        const { openApiDocument } = await import('./api/openapi.ts')
        return JSON.stringify(openApiDocument(gate.siteUrl))
      }),
    },
  })
}
