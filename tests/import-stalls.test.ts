import { expect, onTestFinished, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, runningSite } from './running-site.ts'
import { admin, signIn } from './signed-in-site.ts'
import { recordedStalls } from './stalls.ts'

test('an import with millions of lines, consent columns or quotes does not block other requests', async () => {
  const stalls = await recordedStalls()
  onTestFinished(() => stalls[Symbol.asyncDispose]())
  const site = await runningSite({
    files: { 'articles/good.md': articleFile({ id: '1', title: 'Good' }) },
    env: { ...admin, ...stalls.env },
  })
  onTestFinished(() => site[Symbol.asyncDispose]())
  const { cookie } = await signIn(site)
  const preview = async (text: string) => {
    const headers = {
      Cookie: cookie,
      'Content-Type': 'text/csv',
      'Content-Length': String(Buffer.byteLength(text)),
    }
    const answer = await ask(site.url, '/api/subscribers/import?preview=true', {
      method: 'POST',
      headers,
      body: text,
    })
    return answer.status
  }
  await preview('email\nada@example.org\n')
  const begun = Date.now()
  const columns = Array.from({ length: 20 }, (_, at) => `optin${at}`).join(',')
  const people = Array.from(
    { length: 20_000 },
    (_, at) => `p${at}@example.org,${'yes,'.repeat(19)}no`,
  )
  expect(await preview(`email\n${'\n'.repeat(2_000_000)}ada@example.org\n`)).toBe(200)
  expect(await preview(`email,${columns}\n${people.join('\n')}`)).toBe(200)
  expect(await preview(`email\n"${'""'.repeat(1_500_000)}"`)).toBe(422)
  expect(await stalls.tooLongSince(begun)).toEqual([])
}, 120_000)
