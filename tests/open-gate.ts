import type { CallGate } from '../server/http/mount-calls.ts'

/** For tests: lets everybody in, as a session would. */
export const openGate: CallGate = {
  requireSession(_req, res, next) {
    res.locals.signedIn = {
      sessionId: '1',
      confirmedAt: '',
      user: { id: 1, username: 'ada', name: '', email: '', role: 'owner' },
    }
    res.set('Cache-Control', 'private, no-store')
    next()
  },
  requireConfirmation: (_req, _res, next) => next(),
  requireSecondFactor: (_req, _res, next) => next(),
  who: async () => null,
  recordAction: async () => {},
  lives: () => true,
  idempotency: { begin: async () => null, mark: () => {} },
  siteUrl: 'http://localhost:3000',
}
