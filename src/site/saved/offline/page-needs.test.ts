import { expect, test } from 'vitest'
import { needsOfPage, needsOfScript, needsOfStyle } from './page-needs.ts'

const widths = (path: string) =>
  [320, 480, 960, 1280].map((width) => `${path}?w=${width} ${width}w`).join(', ')

test.each([
  ['a style', '<link rel="stylesheet" type="text/css" href="/assets/a.css">', ['/assets/a.css']],
  [
    'a font',
    '<link rel="preload" href="/fonts/a.woff2" as="font" crossorigin="anonymous"/>',
    ['/fonts/a.woff2'],
  ],
  ['an icon', '<link rel="icon" href="/favicon.svg"/>', ['/favicon.svg']],
  ['a feed', '<link rel="alternate" href="/rss.xml"/><link rel="canonical" href="/a"/>', []],
  ['a script', '<script type="module" src="/assets/a.js" defer></script>', ['/assets/a.js']],
  ['a script of the page itself', '<script type="application/ld+json">{"a":1}</script>', []],
  ['a picture', '<img alt="a > b" src="/media/a.svg">', ['/media/a.svg']],
  [
    'a picture of text',
    `<img src="/media/a.png" srcset="${widths('/media/a.png')}" alt="">`,
    ['/media/a.png?w=960'],
  ],
  [
    'the cover of a card',
    `<img class="cover x" src="/media/a.png?w=960" srcSet="${widths('/media/a.png')}" loading="lazy"/>`,
    ['/media/a.png?w=480'],
  ],
  [
    'the cover of the page',
    `<img class="cover x" src="/media/a.png?w=320" srcSet="${widths('/media/a.png')}" loading="eager"/>`,
    ['/media/a.png?w=960'],
  ],
  [
    'a picture that is only wide',
    '<img src="/media/a.png" srcset="/media/a.png?w=1280 1280w">',
    ['/media/a.png?w=1280'],
  ],
  ['an address with &', '<img src="/media/a.png?x=1&#x26;y=2">', ['/media/a.png?x=1&y=2']],
  ['one thing twice', '<img src="/media/a.png"><img src="/media/a.png">', ['/media/a.png']],
  [
    'what lies elsewhere',
    '<img src="https://a.example/b.png"><img src="//a.example/b.png"><img src="data:,x">',
    [],
  ],
  ['what is only written about', '<code>&lt;img src="/media/a.png"&gt;</code>', []],
])('of %s', (_, html, needs) => {
  expect(needsOfPage(html)).toEqual(needs)
})

test('a style needs its fonts and pictures', () => {
  expect(
    needsOfStyle(
      'a{src:url(/fonts/a.woff2) format("woff2")}b{background:url("/assets/b.svg"),url(data:,x)}',
    ),
  ).toEqual(['/fonts/a.woff2', '/assets/b.svg'])
})

test('a script needs what it imports, and not what it may load later', () => {
  const script =
    'import{a as b}from"../chunks/a.js";import"./b.js";export{c}from"/assets/c.js";import("../chunks/d.js")'
  expect(needsOfScript(script, '/assets/entries/page.js')).toEqual([
    '/assets/chunks/a.js',
    '/assets/entries/b.js',
    '/assets/c.js',
  ])
})
