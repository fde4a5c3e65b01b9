import { expect, test } from 'vitest'
import { isRightToLeft } from './direction.ts'

test.each(['he', 'ar-EG', 'fa', 'ur', 'yi', 'ckb', 'az-Arab', 'dv', 'ps', 'sd'])(
  '%s is written from right to left',
  (tag) => {
    expect(isRightToLeft(tag)).toBe(true)
  },
)

test.each(['en', 'de-AT', 'az', 'he-Latn', 'ja', 'el', 'hi', '', 'no tag', '__proto__'])(
  '%j is written from left to right',
  (tag) => {
    expect(isRightToLeft(tag)).toBe(false)
  },
)
