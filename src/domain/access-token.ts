import { z } from 'zod'
import { requiredText } from './plain-text.ts'
import { instant } from './value-schemas.ts'

/** What a token allows: reading content, drafts included; or also changing it. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** How long a token works, in days. */
export const tokenDays = { usual: 90, most: 366 } as const

const tokenName = requiredText('Name is required').max(100, 'A name has at most 100 characters')
const scope = z
  .enum(tokenScopes)
  .describe('`read`: content with drafts. `write`: also changes and uploads of it.')

/** The body of `POST /api/auth/tokens`. */
export const tokenRequest = z.strictObject({
  name: tokenName.describe('What the token is for.'),
  scope,
  days: z
    .int()
    .min(1)
    .max(tokenDays.most)
    .default(tokenDays.usual)
    .describe('How long the token works.'),
})
export type TokenRequest = z.input<typeof tokenRequest>

/** A token, as its owner sees it. */
export const tokenView = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope,
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable().describe('Up to five minutes late.'),
})
export type TokenView = z.infer<typeof tokenView>

/** A new token; its text is shown once. */
export const newToken = tokenView.extend({ token: z.string() })
