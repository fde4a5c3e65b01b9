import { fieldAliases } from './field-aliases.ts'
import { frontmatterOf } from './frontmatter.ts'
import { everyField } from './item-fields.ts'

/** Keys of API items that no field of the file describes. */
const ofAnswers = [
  'content',
  'contentFormat',
  'markdown',
  'formattedContent',
  'revision',
  'status',
  'url',
  'updatedAt',
]

/**
 * The keys that already have a meaning in files or calls, in lower case: no field of a site can
 * have one of them.
 */
export const reservedKeys: ReadonlySet<string> = new Set(
  [
    ...Object.keys(everyField),
    ...Object.values(frontmatterOf).flatMap((schema) => Object.keys(schema.shape)),
    ...Object.values(fieldAliases).flatMap((aliases) => aliases.map(([alias]) => alias)),
    ...ofAnswers,
    'fields',
    'authors',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'prototype',
  ].map((key) => key.toLowerCase()),
)
