import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/**
 * The body of a patch without the fields that its schema refuses and that the item says already: clients send whole items back, and what a writer put
 * into a file is nothing that an administrator has to correct before saving something else. `stands` answers what the item says at a revision.
 */
export function withoutStanding(
  schema: z.ZodType,
  body: unknown,
  stands: (revision: string | undefined) => Readonly<Record<string, unknown>> | null,
): unknown {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const sent = body as Record<string, unknown>
  const revision = typeof sent.revision === 'string' ? sent.revision : undefined
  const said = stands(revision)
  if (!said) return body
  const refused = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')))
  const stays = (name: string, value: unknown) =>
    refused.has(name) && Object.hasOwn(said, name) && isDeepStrictEqual(said[name], value)
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !stays(name, value)))
}
