import { expect, test } from 'vitest'
import type { SubscribeRequest } from '#domain/subscribe.ts'
import { RequestError } from '../../api/refusal.ts'
import { submitSubscription } from './submit.ts'

const payload = (email: string): SubscribeRequest => ({ email, source: 'footer', custom_fields: {} })
const refuse = (error: unknown) => () => Promise.reject(error)

test.each(['', 'ada', 'ada@', '@example.org', 'ada@example', 'ada @example.org', 'a@b.co,c@d.ee'])(
  'the address %j is refused with a toast and nothing is sent',
  async (email) => {
    const sent: Array<SubscribeRequest> = []
    const outcome = await submitSubscription(payload(email), async (one) => {
      sent.push(one)
      return { answer: { ok: true as const }, confirmation: false }
    })
    expect(outcome).toEqual({
      kind: 'invalid',
      toast: {
        title: 'Invalid email address',
        description: 'Please enter a valid email address.',
        variant: 'destructive',
      },
    })
    expect(sent).toEqual([])
  },
)

test.each([
  [{ ok: true }, 'Subscription successful!'],
  [{ ok: true, synced: true }, 'Subscription successful!'],
  [{ ok: true, synced: false }, 'Subscription received!'],
] as const)('the answer %j reads %s', async (answer, title) => {
  const outcome = await submitSubscription(payload('ada@example.org'), async () => ({ answer, confirmation: false }))
  expect(outcome).toEqual({
    kind: 'success',
    answer,
    confirmation: false,
    toast: { title, description: "You'll now receive our weekly tips and tricks." },
  })
})

test('a subscriber who has to confirm gets a message', async () => {
  const send = async () => ({ answer: { ok: true as const }, confirmation: true })
  expect(await submitSubscription(payload('ada@example.org'), send)).toMatchObject({
    kind: 'success',
    confirmation: true,
    toast: { title: 'Subscription received!', description: expect.stringContaining('link in the mail') },
  })
})

test.each([
  [new RequestError(429, '{"message":"Too many sign-ups"}', 'Too Many Requests'), 'Too many sign-ups'],
  [new RequestError(503, '', 'Service Unavailable'), 'Service Unavailable'],
  [new TypeError('Failed to fetch'), 'Something went wrong. Please try again.'],
])('the failure %s reads %s', async (error, description) => {
  const outcome = await submitSubscription(payload('ada@example.org'), refuse(error))
  expect(outcome).toEqual({
    kind: 'failure',
    toast: { title: 'Subscription failed', description, variant: 'destructive' },
  })
})
