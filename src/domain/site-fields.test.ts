import { expect, test } from 'vitest'
import { type OwnField, ownField, ownFields, readOwnValue } from './site-fields.ts'

const field = (type: OwnField['type'], options: Array<string> = []): OwnField =>
  ownField.parse({
    key: 'own',
    label: 'Own',
    type,
    options: type === 'choice' ? ['a', 'b'] : options,
  })

test.each<[OwnField['type'], unknown, unknown]>([
  ['text', ' Words ', 'Words'],
  ['text', '', null],
  ['number', '6.50', 6.5],
  ['number', -3, -3],
  ['number', undefined, null],
  ['date', '2026-04-15', '2026-04-15'],
  ['date', '2026-04-15T10:00', '2026-04-15'],
  ['choice', 'a', 'a'],
  ['list', 'spade, rake', ['spade', 'rake']],
  ['list', ['808', ' '], ['808']],
  ['list', null, []],
  ['link', 'https://example.org/a', 'https://example.org/a'],
  ['link', '/article/one', '/article/one'],
  ['switch', 'yes', true],
  ['switch', false, false],
  ['switch', null, false],
])('a %s of %j is %j', (type, given, value) => {
  expect(readOwnValue(field(type), given)).toEqual({ value })
})

test.each<[OwnField['type'], unknown]>([
  ['number', 'many'],
  ['number', '1e400'],
  ['date', '2026-02-30'],
  ['date', 'soon'],
  ['link', 'javascript:alert(1)'],
  ['link', '//example.org'],
  ['list', [{ deep: 1 }]],
  ['switch', 'perhaps'],
  ['text', ['a']],
])('a %s can not be %j', (type, given) => {
  expect(readOwnValue(field(type), given)).toEqual({ refusal: expect.stringMatching(/^Own /) })
})

test('a choice that is not listed is kept with a warning', () => {
  expect(readOwnValue(field('choice'), 'c')).toEqual({
    value: 'c',
    warning: expect.stringContaining("no choice 'c'"),
  })
})

test.each([
  'title',
  'Title',
  'date',
  'summary',
  'published',
  'content',
  'fields',
  'authors',
  'id',
  'constructor',
])('no field can have the key %s', (key) => {
  expect(ownField.safeParse({ key, label: 'Own', type: 'text' }).success).toBe(false)
})

test('two fields of one type can not share a key, those of different types can', () => {
  const twins = (types: Array<string>) =>
    ownFields.safeParse([
      { key: 'own', label: 'One', type: 'text', for: ['articles'] },
      { key: 'own', label: 'Two', type: 'text', for: types },
    ]).success
  expect(twins(['articles', 'news'])).toBe(false)
  expect(twins(['news'])).toBe(true)
})
