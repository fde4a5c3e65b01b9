import { sameValue } from '#domain/item/merge-fields.ts'

/** An item as a client has read it. */
export interface ReadVersion {
  fields: Readonly<Record<string, unknown>>
  markdown: string
}

/**
 * The body of a `PATCH` without the fields that say what the item said when the client read it (rulings, section 9): screens send the whole item back, and what
 * they did not touch is neither checked nor merged. `base` is null where that is not known.
 */
export function withoutUnchanged(body: unknown, base: ReadVersion | null): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !base) return body
  const { content, contentFormat } = body as { content?: unknown; contentFormat?: unknown }
  const isSameText = contentFormat !== 'html' && content === base.markdown
  const left = Object.entries(body).filter(([name, value]) => {
    if (name === 'content') return !isSameText
    // Without its mark a draft that names no date would be published.
    if (name === 'publishedAt' && 'draft' in body) return true
    return !Object.hasOwn(base.fields, name) || !sameValue(value, base.fields[name])
  })
  return Object.fromEntries(left)
}
