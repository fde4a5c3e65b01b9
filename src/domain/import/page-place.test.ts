import { expect, test } from 'vitest'
import { pageNameFor } from './page-place.ts'

test.each([
  ['an address stays as it is', ['/about/'], 'about', null],
  ['folders stay', ['/docs/guide/first.html'], 'docs/guide/first', null],
  ['the file of a folder is the folder', ['/docs/index.html'], 'docs', null],
  ['a page of a README is the folder', ['/docs/README/'], 'docs', null],
  ['a short address is none', ['/?page_id=4'], 'slug', null],
  ['the home page has its name', ['/'], 'slug', null],
  ['letters that a name can’t have are rewritten', ['/About%20Us/'], 'about-us', null],
  ['an address of the product is another name', ['/tags/'], 'tags-page', 'tags'],
  ['and its folders keep theirs', ['/tag/roses/'], 'tag-page/roses', 'tag'],
  [
    'marks around a part are left, and words that the site needs get another',
    ['/docs/__DEV__/new/'],
    'docs/dev/new-page',
    null,
  ],
  ['more folders than a page may be in are left', ['/a/b/c/d/e/f/g/'], 'g', null],
])('of an imported page: %s', (_rule, addresses, name, owned) => {
  expect(pageNameFor({ addresses, slug: 'slug', title: 'Title' }, 'en')).toEqual({ name, owned })
})
