import { expect, test } from 'vitest'
import { siteTextsOf } from '#domain/site/profile-of.ts'
import { mailHtml } from './mail-html.ts'

const page = 'https://notes.example.org/newsletter/7'
const mail = (html: string) => mailHtml(html, page, siteTextsOf({ language: 'en' }))

test.each([
  ['<a href="/article/warp">x</a>', 'href="https://notes.example.org/article/warp"'],
  ['<a href="#s-part">x</a>', 'href="https://notes.example.org/newsletter/7#s-part"'],
  ['<a href="//other.example/a">x</a>', 'href="https://other.example/a"'],
  ['<a href="mailto:a@example.org">x</a>', 'href="mailto:a@example.org"'],
  [
    '<a href="https://other.example/?a=1&amp;b=2" rel="noopener">x</a>',
    'href="https://other.example/?a=1&#x26;b=2"',
  ],
])('the link %s is absolute', (html, expected) => {
  expect(mail(html)).toContain(expected)
})

test('a picture of the site has a size for mails, its alt text, and is no wider than the text', () => {
  const html = mail(
    '<img src="/media/2026/a.png" alt="A knob" width="1600" height="900" srcset="/media/2026/a.png?w=320 320w" sizes="1px" loading="lazy" decoding="async">',
  )
  expect(html).toContain('src="https://notes.example.org/media/2026/a.png?w=1280"')
  expect(html).toContain('alt="A knob"')
  expect(html).toContain('width="552"')
  expect(html).not.toMatch(/srcset|sizes|loading|decoding|height="/)
  expect(mail('<img src="https://other.example/b.png">')).toMatch(
    /src="https:\/\/other\.example\/b\.png" alt=""/,
  )
  expect(mail('<img src="/media/small.gif" alt="" width="40" height="40">')).toContain('width="40"')
})

test('a sound is a picture of its waveform that leads to the page', () => {
  const html = mail(
    '<figure class="sound" data-sound="one"><p class="sound-title">Dry</p><audio controls src="/media/2026/a.mp3" aria-label="Dry &amp; low"></audio><sound-player><button>Play</button></sound-player><figcaption><p>Without reverb.</p></figcaption></figure>',
  )
  expect(html).toContain('<a href="https://notes.example.org/newsletter/7"')
  expect(html).toContain(
    '<img src="https://notes.example.org/media/2026/a.mp3?waveform" alt="Listen: Dry &#x26; low"',
  )
  expect(html).toContain('Without reverb.')
  expect(html).not.toMatch(/audio|sound-player|Play</)
})

test('styles are inline, and only the classes of the dark mode remain', () => {
  const html = mail(
    '<h2 id="s-a" class="x">A</h2><p align="center">B <code class="language-js">c</code></p><pre tabindex="0"><code><span class="tok-keyword">let</span> a</code></pre><hr>',
  )
  expect(html).toMatch(/<h2 style="[^"]*font-size:22px[^"]*" class="ink">A<\/h2>/)
  expect(html).toContain('text-align:center')
  expect(html).toMatch(/<pre style="[^"]*white-space:pre-wrap[^"]*" class="sunk ink">let a<\/pre>/)
  expect(html).not.toMatch(/ id=|tabindex|tok-|language-|<span/)
})

test('callouts, tables, tasks, details and footnotes use elements that mail programs support', () => {
  const tip = mail(
    '<aside class="callout callout-tip" role="note" aria-label="Tip"><p class="callout-title">Tip</p><p>Do.</p></aside>',
  )
  expect(tip).toMatch(/<table role="presentation" width="100%"/)
  expect(tip).toMatch(/>Tip<\/p><p style="[^"]*">Do\.<\/p>/)
  expect(tip).not.toContain('aside')
  const table = mail(
    '<div class="table-scroll" role="region" tabindex="0"><table><tbody><tr><td align="right">1</td></tr></tbody></table></div>',
  )
  expect(table).toMatch(/^<table[^>]*style="width:100%/)
  expect(table).toContain('text-align:right')
  expect(
    mail(
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> Done</li></ul>',
    ),
  ).toContain('☑  Done')
  expect(mail('<details><summary>More</summary><p>Text</p></details>')).toMatch(
    /^<div><p style="[^"]*bold">More<\/p><p[^>]*>Text<\/p><\/div>$/,
  )
  const notes = mail(
    '<section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="s-fn-1"><p>A <a href="#s-fnref-1" data-footnote-backref class="data-footnote-backref">↩</a></p></li></ol></section>',
  )
  expect(notes).not.toContain('↩')
  expect(notes).toMatch(/^<div style/)
})

test('marked text is dark on its own color in both modes', () => {
  expect(mail('<mark data-color="blue">x</mark>')).toBe(
    '<mark style="color:#17161a;background-color:#bcdcff">x</mark>',
  )
  expect(mail('<mark>x</mark>')).toContain('#ffe27a')
})
