import { expect, test } from 'vitest'
import { withFrontMatter } from './front-matter.ts'

test('front matter is separated from the text, and its words are proposed', () => {
  const head = `---
title: "Drum Bus: the \\"whole\\" st\\u00f3ry" # working title
date: 2026-12-24 18:30
tags:
  - drums
  - 'it''s'

description: >-
  How it
  works
authors:
- name: Jane
# a comment
links: [
  a,
]
draft: true
---
`
  const text = `${head}\n# Drum Bus\n\n---\n\nText.\n`
  expect(withFrontMatter(text)).toEqual({
    head,
    body: '\n# Drum Bus\n\n---\n\nText.\n',
    keys: ['title', 'date', 'tags', 'description', 'authors', 'links', 'draft'],
    fields: {
      title: 'Drum Bus: the "whole" stóry',
      excerpt: 'How it works',
      metaDescription: '',
      tags: ['drums', "it's"],
    },
  })
})

test('front matter of other systems is read: line ends of Windows, a colon in a title, tags in brackets or with commas', () => {
  const text =
    '\ufeff---\r\ntitle: Drums: all of them\r\ntags: [one, "two words"] # three\r\n---\r\nText.'
  expect(withFrontMatter(text)).toMatchObject({
    body: 'Text.',
    fields: { title: 'Drums: all of them', tags: ['one', 'two words'] },
  })
  expect(withFrontMatter('---\ntags: one, two words\nsummary: S\n---')).toMatchObject({
    body: '',
    fields: { title: '', excerpt: 'S', tags: ['one', 'two words'] },
  })
})

test.each([
  'Text.\n\n---\ntitle: x\n---\n',
  '---\n\nA text below a rule.\n\n---\n\nMore.\n',
  '---\n\nNote: a text below a rule.\n\n---\n\nMore.\n',
  '---\nNote: a line.\nAnd another line.\n---\n',
  '---\ntitle: never closed\n\nText.\n',
  '---\n- a list\n---\n',
  '---\n---\n',
  '----\ntitle: x\n----\n',
  '---',
  '',
])('a text that has no front matter stays whole: %j', (text) => {
  expect(withFrontMatter(text)).toBeNull()
})
