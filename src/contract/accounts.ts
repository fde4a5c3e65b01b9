import { z } from 'zod'
import {
  authStatus,
  confirmation,
  invitation,
  invitationRequest,
  loginRequest,
  newPassword,
  passkeyAnswer,
  passkeyOptions,
  passwordChange,
  passwordState,
  profileChange,
  registration,
  resetLink,
  resetRequest,
  roleChange,
  sessionView,
  userAnswer,
  userView,
} from '#domain/account.ts'
import type { CallTable } from './call.ts'
import { anyText, deletedAnswer, itemId } from './parameters.ts'

const done = z.strictObject({ ok: z.literal(true) })

const signingIn = { group: 'session', who: 'everybody' } as const
const account = { group: 'account', who: 'writer' } as const

/** Signing in and out, and registration. */
export const sessionCalls = {
  'GET /api/auth/status': {
    ...signingIn,
    caching: 'private',
    summary: 'Returns the signed-in user.',
    answer: authStatus,
  },
  'POST /api/auth/login': {
    ...signingIn,
    record: 'signed-in',
    summary: 'Signs in.',
    note: 'After five failures in 15 minutes, an account is locked for that network for a while (an IPv4 address, or the first 64 bits of an IPv6 address); so is a network that fails with many user names. With the right password of a user who has an authenticator app, the answer is 401 with the kind `code` until a right `code` is sent. Wrong codes are counted for each user, whatever the network; recovery codes are not limited by that count. On a site that demands a second factor, the password of a user who has passkeys only is answered with 401 and the kind `passkey`; a user who has none is signed in, and may only set one up.',
    body: loginRequest,
    bodyLimit: '10kb',
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [401, 429, 503],
  },
  'POST /api/auth/passkeys/options': {
    ...signingIn,
    summary: 'Returns what a browser needs to sign in with a passkey (WebAuthn); names no user.',
    answer: passkeyOptions,
  },
  'POST /api/auth/passkeys/sign-in': {
    ...signingIn,
    record: 'signed-in',
    summary: 'Signs in with a passkey.',
    note: 'The device has checked its owner, so no further code is needed. An answer works once, within five minutes.',
    body: passkeyAnswer,
    bodyLimit: '30kb',
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [401, 429],
  },
  'POST /api/auth/logout': {
    ...signingIn,
    record: 'signed-out',
    summary: 'Ends the session; succeeds without one too.',
    answer: done,
    answerHeaders: ['Set-Cookie'],
  },
  'POST /api/auth/register': {
    ...signingIn,
    record: 'registered',
    summary: 'Creates an administrator and signs in.',
    note: 'The first one needs the setup code that the server prints, all others the code of an invitation.',
    body: registration,
    bodyLimit: '10kb',
    status: 201,
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [503],
  },
} satisfies CallTable

/** Forgotten passwords. */
export const resetCalls = {
  'POST /api/auth/reset': {
    ...signingIn,
    record: 'password-reset-asked',
    summary: 'Mails a link for a new password to a user who forgot theirs.',
    note: 'The answer is the same, and comes at the same time, whether or not there is such a user with a mail address. 409 where no mail is set up: another administrator makes a link then.',
    body: resetRequest,
    bodyLimit: '10kb',
    answer: done,
    errors: [409, 429],
  },
  'POST /api/auth/reset/finish': {
    ...signingIn,
    record: 'password-reset',
    summary: 'Sets a new password with the code of a link, and ends all sessions of the user.',
    note: 'A code works once, for an hour when it was mailed and for a day when an administrator made it. Nobody is signed in by it: an authenticator app stays required.',
    body: newPassword,
    bodyLimit: '10kb',
    answer: done,
    errors: [429, 503],
  },
} satisfies CallTable

/** One's own account, invitations, the other users. */
export const accountCalls = {
  'POST /api/auth/confirm': {
    ...account,
    beforeSecondFactor: true,
    record: 'confirmed',
    summary:
      'Confirms for five minutes that the user is at the screen: with the password, and with a code where there is an authenticator app, or with a passkey.',
    note: 'Calls that change who can sign in answer 403 with the kind `confirm` without it. A sign-in counts too. 422 for a wrong password; with the kind `code` when the password was right and the code is missing or wrong.',
    body: confirmation,
    bodyLimit: '30kb',
    answer: done,
    errors: [429, 503],
  },
  'GET /api/auth/password': {
    ...account,
    summary:
      'Says what is wrong with the user’s own password, while it is still the one of `ADMIN_PASSWORD`.',
    note: 'No other password can be known here; each was measured when it was chosen.',
    answer: passwordState,
  },
  'POST /api/auth/password': {
    ...account,
    record: 'password-changed',
    summary:
      'Changes the user’s own password, and ends all other sessions and the user’s invitations.',
    confirmation: 'in the body',
    headers: ['Idempotency-Key'],
    body: passwordChange,
    bodyLimit: '10kb',
    answer: done,
    errors: [429, 503],
  },
  'PATCH /api/auth/profile': {
    ...account,
    record: 'profile-changed',
    summary: 'Sets the name and the mail address of the user’s commits.',
    note: 'Links for a forgotten password go to this address.',
    confirmation: 'recently',
    headers: ['Idempotency-Key'],
    body: profileChange,
    bodyLimit: '10kb',
    answer: userAnswer,
  },
  'GET /api/auth/sessions': {
    ...account,
    summary: 'Lists the user’s own sessions.',
    answer: z.array(sessionView),
  },
  'DELETE /api/auth/sessions/{id}': {
    ...account,
    record: 'session-ended',
    summary: 'Ends one of the user’s own sessions.',
    params: { id: anyText },
    headers: ['Idempotency-Key'],
    answer: deletedAnswer,
    errors: [404],
  },
  'POST /api/auth/invitations': {
    ...account,
    who: 'owner',
    record: 'invitation-made',
    summary: 'Creates an invitation with which one more person can register.',
    confirmation: 'recently',
    headers: ['Idempotency-Key'],
    body: invitationRequest,
    bodyIsOptional: true,
    status: 201,
    answer: invitation,
  },
  'GET /api/users': {
    ...account,
    who: 'owner',
    summary: 'Lists the users.',
    answer: z.array(userView),
  },
  'PATCH /api/users/{id}': {
    ...account,
    who: 'owner',
    record: 'role-changed',
    summary: 'Gives a user another role, at once and in open sessions too.',
    note: '409 for the last owner.',
    confirmation: 'recently',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: roleChange,
    answer: roleChange.extend({ id: z.int().positive() }),
    errors: [404, 409],
  },
  'POST /api/users/{id}/reset': {
    ...account,
    who: 'owner',
    record: 'reset-link-made',
    summary:
      'Creates a link with which another administrator, who forgot their password, sets a new one.',
    confirmation: 'recently',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    status: 201,
    answer: resetLink,
    errors: [404, 409],
  },
  'DELETE /api/users/{id}/sessions': {
    ...account,
    who: 'owner',
    record: 'sessions-ended',
    summary: 'Ends all sessions of another administrator.',
    confirmation: 'recently',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ ended: z.int().min(0) }),
    errors: [404, 409],
  },
  'DELETE /api/users/{id}': {
    ...account,
    who: 'owner',
    record: 'user-deleted',
    summary: 'Deletes an administrator with all sessions. The last administrator can’t be deleted.',
    confirmation: 'recently',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    errors: [404, 409],
  },
} satisfies CallTable
