import { expect, test } from 'vitest'
import { callList } from './calls.ts'

/** Calls about accounts that need no fresh confirmation, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /api/auth/login': 'asks for the password itself',
  'POST /api/auth/passkeys/options': 'stores nothing',
  'POST /api/auth/passkeys/sign-in': 'asks for the passkey itself',
  'POST /api/auth/logout': 'takes a right away',
  'POST /api/auth/register': 'needs the code of an invitation',
  'POST /api/auth/reset': 'has no session, and mails the link to the person alone',
  'POST /api/auth/reset/finish': 'needs the code of a link',
  'POST /api/auth/confirm': 'is the confirmation',
  'DELETE /api/auth/sessions/{id}':
    'takes a right away, and has to be quick when a session is a stranger’s',
  'DELETE /api/auth/tokens/{id}':
    'takes a right away, and has to be quick when somebody else has the token',
  'POST /api/draft-links': 'signs nobody in',
  'DELETE /api/draft-links/{id}': 'signs nobody in',
}

test('every call that changes who can sign in asks for a confirmation', () => {
  const changes = callList.filter(
    ({ group, method, path }) =>
      method !== 'GET' &&
      (group === 'session' ||
        group === 'account' ||
        /^\/api\/(?:auth|users|accounts)\b/.test(path)),
  )
  const unconfirmed = changes
    .filter(({ confirmation }) => !confirmation)
    .map(({ method, path }) => `${method} ${path}`)
  expect(unconfirmed.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test('a call asks only a signed-in person to confirm, and leaves the action on record', () => {
  const confirmed = callList.filter(({ confirmation }) => confirmation)
  expect(confirmed.filter(({ who }) => who === 'everybody')).toEqual([])
  const storesNothing = ['POST /api/auth/passkeys/new', 'POST /api/auth/totp']
  const unrecorded = confirmed
    .filter(({ record }) => !record)
    .map(({ method, path }) => `${method} ${path}`)
  expect(unrecorded.toSorted()).toEqual(storesNothing)
})
