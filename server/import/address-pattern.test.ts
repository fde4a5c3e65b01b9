import { expect, test } from 'vitest'
import { dateInName } from './address-pattern.ts'

test.each([
  ['_posts/2020-01-02-hello.md', '2020-01-02'],
  ['posts/2020-01-02-hello/index.md', '2020-01-02'],
  ['posts/2020_01_02_hello.md', '2020-01-02'],
  ['blog/2020/01/02/hello.md', '2020-01-02'],
  ['blog/2020/01/02-hello.md', '2020-01-02'],
  ['daily/2020-01-02.md', '2020-01-02'],
  ['_posts/2020-13-45-hello.md', null],
  ['_posts/2021-02-29-hello.md', null],
  ['2020-01-02/pictures/hello.md', null],
  ['notes/1984.md', null],
])('the day in the path %s is %s', (file, day) => {
  expect(dateInName(file)).toBe(day === null ? null : `${day}T00:00:00.000Z`)
})
