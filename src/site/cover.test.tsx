import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cover } from './cover.tsx'

test.each([
  '/media/2024/with space.jpg',
  '/media/a, b, c.jpg',
  '/media/tab\there.jpg',
  '/media/größe.jpg',
])('every candidate of the picture %j is an address and a width', (imageUrl) => {
  const html = renderToStaticMarkup(
    <Cover imageUrl={imageUrl} alt="" drawn={{ kind: 'article', slug: 'a' }} sizes="10rem" />,
  )
  const [, candidates = ''] = /srcSet="([^"]+)"/.exec(html) ?? []
  expect(candidates.split(', ')).toHaveLength(6)
  for (const one of candidates.split(', ')) expect(one).toMatch(/^\/media\/[^\s,]+\?w=\d+ \d+w$/)
})
