import { createHmac } from 'node:crypto'
import { type Request, type RequestHandler, type Router, raw } from 'express'
import { hookCalls } from '#contract/site.ts'
import { hashSecret, isSecret } from '../platform/secrets.ts'
import { HttpError } from './http-error.ts'
import { type CallGate, mountCalls } from './mount-calls.ts'

/** Enough for a push of many commits. */
const bodyLimit = '5mb'

/**
 * `POST /api/hooks/git`: a git server reports a push, and the site syncs (rulings, section 6).
 * GitHub signs the body with the shared secret, GitLab sends the secret itself. Without a `secret`
 * the call answers 404.
 */
export function gitHook(
  secret: string | null,
  pull: () => Promise<unknown>,
  gate: CallGate,
): Router {
  const admit: RequestHandler = (req, _res, next) => {
    if (secret === null) throw new HttpError(404, 'There is no such call.')
    // Checked before the body is read, so that a request without a signature costs little.
    const token = req.get('X-Gitlab-Token')
    if (token === undefined && req.get('X-Hub-Signature-256') === undefined) throw wrongKey()
    if (token !== undefined && !isSame(token, secret)) throw wrongKey()
    next()
  }
  const answer: RequestHandler = (req, res) => {
    if (secret === null || !isSigned(req, secret)) throw wrongKey()
    // The sync reports its errors itself.
    void pull()
    res.status(202).json({ ok: true })
  }
  return mountCalls(hookCalls, gate, {
    'POST /api/hooks/git': { handle: [admit, raw({ type: () => true, limit: bodyLimit }), answer] },
  })
}

function isSigned(req: Request, secret: string): boolean {
  const token = req.get('X-Gitlab-Token')
  if (token !== undefined) return isSame(token, secret)
  const body: unknown = req.body
  const hmac = createHmac('sha256', secret).update(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  return isSame(req.get('X-Hub-Signature-256') ?? '', `sha256=${hmac.digest('hex')}`)
}

/** Compares two strings in constant time, also when their lengths differ. */
const isSame = (one: string, other: string) => isSecret(one, hashSecret(other))

function wrongKey(): HttpError {
  return new HttpError(
    401,
    'The call is not signed with the secret of this site (GIT_HOOK_SECRET).',
  )
}
