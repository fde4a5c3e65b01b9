import { expect, test } from 'vitest'
import { readPictureFacts } from './picture-facts.ts'

const drawings: Array<[svg: string, size: [number, number] | null]> = [
  ['<svg width="30" height="20"/>', [30, 20]],
  ["<svg xmlns='http://www.w3.org/2000/svg' width='30.4px' height=' 20px '></svg>", [30, 20]],
  ['<svg viewBox="0 0 300 150"></svg>', [300, 150]],
  ['<svg viewBox="-1,-1, 300,150"></svg>', [300, 150]],
  ['<svg width="100%" height="100%" viewBox="0 0 300 150"></svg>', [300, 150]],
  [
    '\ufeff<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg width="1" height="2"></svg>',
    [1, 2],
  ],
  ['<svg></svg>', null],
  ['<svg viewBox="0 0 0 0"></svg>', null],
  ['<svgx width="1" height="2"></svgx>', null],
  ['<html><svg width="1" height="2"></svg></html>', null],
  [`<svg viewBox="${','.repeat(8000)}"></svg>`, null],
  [`${'<!---->'.repeat(2000)}<svg width="1" height="2"></svg>`, null],
  ['<!-- never closed', null],
]

test.each(drawings)('the size of the drawing %s is %s', async (svg, size) => {
  const facts = await readPictureFacts(Buffer.from(svg), () =>
    Promise.reject(new Error('a drawing is not decoded')),
  )
  expect(facts && [facts.width, facts.height]).toEqual(size)
})
