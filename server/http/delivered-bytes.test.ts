import { expect, test } from 'vitest'
import { isWhole, type Span, spanOfAnswer, withSpan } from './delivered-bytes.ts'

const span = (start: number, end: number): Span => ({ start, end })

test.each<[Array<Span>, Span, Array<Span>]>([
  [[], span(0, 10), [span(0, 10)]],
  [[span(0, 5)], span(5, 10), [span(0, 10)]],
  [[span(0, 5)], span(7, 10), [span(0, 5), span(7, 10)]],
  [[span(0, 5), span(7, 10)], span(4, 8), [span(0, 10)]],
  [[span(7, 10)], span(0, 2), [span(0, 2), span(7, 10)]],
  [[span(0, 10)], span(2, 3), [span(0, 10)]],
  [[span(0, 5)], span(9, 9), [span(0, 5)]],
])('%j and %j are %j', (spans, added, expected) => {
  expect(withSpan(spans, added)).toEqual(expected)
})

test.each<[Array<Span>, boolean]>([
  [[span(0, 10)], true],
  [[span(0, 9)], false],
  [[span(1, 10)], false],
  [[span(0, 5), span(6, 10)], false],
  [[], false],
])('whether %j covers a file of ten bytes: %j', (spans, whole) => {
  expect(isWhole(spans, 10)).toBe(whole)
})

test.each([
  [200, undefined, span(0, 10)],
  [206, 'bytes 0-0/10', span(0, 1)],
  [206, 'bytes 4-9/10', span(4, 10)],
  [206, undefined, null],
  [304, undefined, null],
  [416, 'bytes */10', null],
])('an answer %i with %s contains %j', (status, range, expected) => {
  expect(spanOfAnswer(status, range, 10)).toEqual(expected)
})
