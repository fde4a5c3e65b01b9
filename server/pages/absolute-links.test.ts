import { expect, test } from 'vitest'
import { absoluteLinks } from './feeds.ts'

test.each([
  ['<a href="/news/5">', '<a href="https://a.example/news/5">'],
  ['<a href="#part">', '<a href="https://a.example/article/x#part">'],
  ['<a href="//b.example/">', '<a href="//b.example/">'],
  ['<a href="https://b.example/">', '<a href="https://b.example/">'],
  ['<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'],
  ['<img src="/media/a.png">', '<img src="https://a.example/media/a.png">'],
  [
    '<img srcset="/media/a.png?w=320 320w, /media/a.png?w=640 640w">',
    '<img srcset="https://a.example/media/a.png?w=320 320w, https://a.example/media/a.png?w=640 640w">',
  ],
  ['<p>href="/no"</p>', '<p>href="/no"</p>'],
])('%s becomes %s', (html, expected) => {
  expect(absoluteLinks(html, 'https://a.example', 'https://a.example/article/x')).toBe(expected)
})
