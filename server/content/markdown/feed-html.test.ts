import { expect, test } from 'vitest'
import { feedHtml } from './feed-html.ts'

const feed = (html: string) => feedHtml(html, 'https://a.example/article/x')

test.each([
  ['<a href="/news/5">a</a>', '<a href="https://a.example/news/5">a</a>'],
  ['<a href="../news/5">a</a>', '<a href="https://a.example/news/5">a</a>'],
  ['<a href="other">a</a>', '<a href="https://a.example/article/other">a</a>'],
  ['<a href="?page=2">a</a>', '<a href="https://a.example/article/x?page=2">a</a>'],
  ['<a href="#part">a</a>', '<a href="https://a.example/article/x#part">a</a>'],
  ['<a href="//b.example/">a</a>', '<a href="https://b.example/">a</a>'],
  ['<a href="https://b.example">a</a>', '<a href="https://b.example">a</a>'],
  ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
  ['<img src="/media/a.png" alt="">', '<img src="https://a.example/media/a.png" alt="">'],
  [
    '<blockquote cite="/news/5">q</blockquote>',
    '<blockquote cite="https://a.example/news/5">q</blockquote>',
  ],
  [
    '<img srcset="/media/a.png?w=320 320w, /media/a,b.png?w=640 640w">',
    '<img srcset="https://a.example/media/a.png?w=320 320w, https://a.example/media/a,b.png?w=640 640w">',
  ],
])('%s becomes %s', (html, expected) => {
  expect(feed(html)).toBe(expected)
})

test('what a text shows as code stays as it is written', () => {
  const code =
    '<p><code> href="/a" src="b" &lt;button>x&lt;/button></code></p>\n<pre><code> href="#c"\n</code></pre>'
  expect(feed(code)).toBe(code)
})

test('what needs the page’s script is left out, with all that is in it', () => {
  const player =
    '<sound-player data-x="1"><div><button type="button">Play <b>it</b></button></div></sound-player>'
  const audio = '<audio controls src="/media/a.wav"></audio>'
  expect(
    feed(
      `<figure>${player}${audio}</figure><p data-needs-script="">Press <b>it</b></p><button>Copy</button>!`,
    ),
  ).toBe('<figure><audio controls src="https://a.example/media/a.wav"></audio></figure>!')
})
