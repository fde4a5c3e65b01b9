import { expect, test } from 'vitest'
import { withPlaceholders, withSources } from './waiting-in-preview.ts'

const [here, gone] = ['a'.repeat(32), 'b'.repeat(32)]
const sourceOf = (url: string) => (url === `waiting-picture:${here}` ? 'blob:https://site/1' : null)

test('a waiting picture is shown from this device, and a cancelled one is missing', () => {
  const sent = withPlaceholders(
    { content: `![A](waiting-picture:${here}) ![B](waiting-picture:${gone})` },
    sourceOf,
  )
  expect(sent.content).toBe(`![A](/waiting-picture/${here}) ![B](waiting-picture:${gone})`)
  expect(withSources(`<img src="/waiting-picture/${here}" alt="A">`, sourceOf)).toBe(
    '<img src="blob:https://site/1" alt="A">',
  )
})
