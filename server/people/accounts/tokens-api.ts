import type { Router } from 'express'
import { tokenCalls } from '#contract/tokens.ts'
import type { TokenView } from '#domain/access-token.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { TokenRecord } from './accounts-data.ts'
import type { Tokens } from './tokens.ts'

/** Calls for one's own tokens. */
export function tokensApi(tokens: Tokens, gate: CallGate): Router {
  return mountCalls(tokenCalls, gate, {
    'GET /api/auth/tokens': async ({ person }) => (await tokens.list(person.user.id)).map(viewOf),
    async 'POST /api/auth/tokens'({ body, person }) {
      const made = await tokens.make(person.user.id, body)
      if (!made) throw new HttpError(409, 'You have too many tokens; remove one first.')
      return { ...viewOf(made.record), token: made.token }
    },
    async 'DELETE /api/auth/tokens/{id}'({ params: { id }, person }) {
      if (!(await tokens.end(person.user.id, id)))
        throw new HttpError(404, 'There is no such token.')
      return { deleted: true, id }
    },
  })
}

const viewOf = ({ userId: _, ...view }: TokenRecord): TokenView => view
