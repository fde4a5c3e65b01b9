import { afterEach, expect, test, vi } from 'vitest'
import { uploadMedia } from './upload-media.ts'

afterEach(() => void vi.unstubAllGlobals())

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const crowded = () => answer(503, { message: 'Busy.', kind: 'busy' })

/** A server with these answers, one after the other; `keys` are those that it got. */
function serverWith(...answers: Array<Response>): { keys: Array<string | null> } {
  const keys: Array<string | null> = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'))
    return answers.shift() ?? crowded()
  })
  return { keys }
}

const upload = (waited: Array<number>) =>
  uploadMedia({ body: { url: 'https://example.org/a.png' }, key: 'one' }, async (ms) =>
    waited.push(ms),
  )

test('an upload that a busy site refuses is sent again with its key, a little later each time', async () => {
  const { keys } = serverWith(crowded(), crowded(), answer(201, { url: '/media/a.png' }))
  const waited: Array<number> = []
  expect(await upload(waited)).toEqual({ url: '/media/a.png' })
  expect(keys).toEqual(['one', 'one', 'one'])
  expect(waited.toSorted((a, b) => a - b)).toEqual(waited)
})

test('a site that stays busy is given up, and one that refuses for another reason is asked once', async () => {
  const busy = serverWith()
  await expect(upload([])).rejects.toThrow('503')
  expect(busy.keys.length).toBeGreaterThan(2)
  for (const refusal of [
    answer(415, { message: 'No picture.' }),
    answer(503, { message: 'Away.', kind: 'away' }),
    answer(503, { message: 'Locked.' }),
  ]) {
    const { keys } = serverWith(refusal)
    await expect(upload([])).rejects.toThrow(/^(415|503)/)
    expect(keys).toHaveLength(1)
  }
})
