import { expect, test } from 'vitest'
import { textsOf } from '#domain/site/text-of.ts'
import { type FormTextKey, formEnglish } from '#domain/site/texts/en-forms.ts'
import type { SubscribeRequest } from '#domain/subscribe.ts'
import { RequestError } from '../../api/refusal.ts'
import { submitSubscription } from './submit.ts'

const payload = (email: string): SubscribeRequest => ({
  email,
  source: 'footer',
  custom_fields: {},
})
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
  const outcome = await submitSubscription(payload('ada@example.org'), async () => ({
    answer,
    confirmation: false,
  }))
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
    toast: {
      title: 'Subscription received!',
      description: expect.stringContaining('link in the mail'),
    },
  })
})

const tooMany = 'Too many sign-ups from your network. Please try again in a few seconds.'

test('why an address is not taken is said in the words of the site, not in those of the answer', async () => {
  const text = textsOf<FormTextKey>(
    { tooManySignUps: 'Später', subscriptionFailed: 'Nein' },
    formEnglish,
  )
  const answer = new RequestError(429, '{"message":"Too many"}', '')
  const { toast } = await submitSubscription(payload('ada@example.org'), refuse(answer), text)
  expect(toast).toMatchObject({ title: 'Nein', description: 'Später' })
})

test.each([
  [new RequestError(429, '{"message":"Too many sign-ups"}', 'Too Many Requests'), tooMany],
  [
    new RequestError(503, '', 'Service Unavailable'),
    'Your address could not be saved just now. Please try again later.',
  ],
  [new RequestError(418, '', 'Teapot'), 'Something went wrong. Please try again.'],
  [new TypeError('Failed to fetch'), 'Something went wrong. Please try again.'],
])('the failure %s reads %s', async (error, description) => {
  const outcome = await submitSubscription(payload('ada@example.org'), refuse(error))
  expect(outcome).toEqual({
    kind: 'failure',
    toast: { title: 'Subscription failed', description, variant: 'destructive' },
  })
})
