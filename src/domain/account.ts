import { z } from 'zod'
import { requiredText } from './plain-text.ts'
import { roles } from './roles.ts'
import { count, instant, positiveInt } from './value-schemas.ts'

/** It is not trimmed. */
const requiredPassword = z
  .string({ error: ({ code }) => (code === 'invalid_type' ? 'Password is required' : undefined) })
  .min(1, 'Password is required')
  .max(1000, 'A password has at most 1,000 characters')
const requiredName = requiredText('Username is required')

/** A user name and a password (specification, section 5). */
export const credentials = z.strictObject({
  username: requiredName.max(100, 'A user name has at most 100 characters'),
  password: requiredPassword,
})

/** Whether a text is a code of an authenticator app; otherwise it may be a recovery code. */
export const isCodeOfApp = (code: string): boolean => /^\d{6}$/.test(code)

const signInCode = z.string().trim().max(40)

/** The body of `POST /api/auth/login`, with the code of a second step. */
export const loginRequest = credentials.extend({
  code: signInCode
    .optional()
    .describe('For a user with an authenticator app: its six digits, or a recovery code.'),
})
export type LoginRequest = z.infer<typeof loginRequest>

/** The body of `POST /api/auth/totp/off`. */
export const codeRequest = z.strictObject({
  code: signInCode
    .min(1, 'Enter a code')
    .describe('The six digits of the app, or a recovery code.'),
})

/** The body of `POST /api/auth/totp/confirm`. */
export const totpConfirmation = z.strictObject({
  setup: z.string().max(2000),
  code: signInCode.regex(/^\d{6}$/, 'Enter the six digits that the app shows.'),
})

/** The answer of `POST /api/auth/totp`. */
export const totpSetup = z.strictObject({
  secret: z.string().describe('To type into the app.'),
  uri: z.string().describe('An `otpauth:` address, for a QR code.'),
  setup: z.string().describe('For `POST /api/auth/totp/confirm`.'),
})
export type TotpSetup = z.infer<typeof totpSetup>

/** The answer with new recovery codes, which are shown once. */
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/** What a browser made, in the JSON form of WebAuthn; the server's library checks the rest. */
const browserAnswer = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

export type BrowserAnswer = z.infer<typeof browserAnswer>

/** Options for the browser's own call (WebAuthn), as its JSON form. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

/** The body of `POST /api/auth/passkeys`. */
export const newPasskey = z.strictObject({
  response: browserAnswer,
  name: z.string().trim().min(1).max(100).describe('To tell passkeys apart.'),
})

/** The body of `POST /api/auth/passkeys/sign-in`. */
export const passkeyAnswer = z.strictObject({ response: browserAnswer })

/** A password that is asked for again, with a code for a user with an authenticator app. */
export const passwordConfirmation = z.strictObject({
  password: requiredPassword,
  code: signInCode.optional(),
})

/** The body of `POST /api/auth/confirm`. */
export const confirmation = z.union([passwordConfirmation, passkeyAnswer])

/** The answer of `GET /api/auth/passkeys`. */
export const passkeyList = z.strictObject({
  isPossible: z.boolean().describe('Whether browsers allow passkeys at the address of the site.'),
  passkeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
})

/** The answer of `GET /api/auth/second-factors`. */
export const secondFactors = z.strictObject({
  totp: z
    .strictObject({ since: instant, recoveryCodesLeft: count })
    .nullable()
    .describe('The authenticator app; null without one.'),
  isDemanded: z
    .boolean()
    .describe('Whether the site demands a second factor of all administrators.'),
})

/** Whether a second factor is demanded of all administrators. */
export const secondFactorDemand = z.strictObject({ isDemanded: z.boolean() })

/**
 * Scripts with letters that look like those of another one of them: `а` may be a Latin or a
 * Cyrillic letter.
 */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]

/**
 * A new user name; the server also refuses one that reads like that of another person. Forms of one
 * letter (full-width, ligatures) are that letter, and scripts that look alike are not mixed, so
 * that nobody takes a name that reads like that of another person (Unicode Technical Standard 39,
 * section 5).
 */
export const newUsername = requiredName
  .normalize('NFKC')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u,
    'A user name has 2 to 40 letters, digits, dots, hyphens or underscores.',
  )
  .refine((name) => alikeScripts.filter((script) => script.test(name)).length <= 1, {
    error:
      'A user name has letters of one script: Latin and Cyrillic ones, for example, look alike.',
  })

/** The body of `POST /api/auth/register`. */
export const registration = credentials.extend({
  username: newUsername,
  code: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('The setup code that the first start prints, or the code of an invitation.'),
})

/** The body of `POST /api/auth/password`. */
export const passwordChange = z.strictObject({
  currentPassword: requiredPassword,
  newPassword: requiredPassword,
})
export type PasswordChange = z.infer<typeof passwordChange>

/** The answer of `GET /api/auth/password`. */
export const passwordState = z.strictObject({
  fault: z
    .string()
    .nullable()
    .describe(
      'Why a new password like this one would be refused; null for one that would not, and for all others.',
    ),
})

/** The body of `POST /api/auth/reset`: who forgot their password. */
export const resetRequest = z.strictObject({
  username: requiredName
    .max(254, 'A user name or mail address has at most 254 characters')
    .describe('The user name, or the mail address of the profile.'),
})

/** The body of `POST /api/auth/reset/finish`. */
export const newPassword = z.strictObject({
  code: z.string().trim().max(100).describe('The code of the link.'),
  password: requiredPassword,
})

/** The body of `PATCH /api/auth/profile`: name and address of the author of the user's commits. */
export const profileChange = z.strictObject({
  name: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^<>\p{Cc}]*$/u, 'A name has no angle brackets.'),
  email: z.union([
    z.literal(''),
    z
      .email('Please enter a valid email address.')
      .max(254, 'A mail address has at most 254 characters'),
  ]),
})

/** The values of the profile form. */
export type Profile = z.infer<typeof profileChange>

export const roleValue = z.enum(roles)

/** The signed-in user, as the browser gets and stores it. */
export const ownUser = z.strictObject({
  id: positiveInt,
  username: z.string(),
  name: z.string().describe('The author of commits; empty when none was given.'),
  email: z.string(),
  role: roleValue,
  needsSecondFactor: z
    .literal(true)
    .optional()
    .describe('The site demands a second factor, and the user has yet to set one up.'),
})

export type OwnUser = z.infer<typeof ownUser>

/** The body of `PATCH /api/users/{id}`. */
export const roleChange = z.strictObject({ role: roleValue })

/** The body of `POST /api/auth/invitations`. */
export const invitationRequest = z.strictObject({
  role: roleValue.default('owner').describe('The role of whoever registers with it.'),
})

/** A user as other administrators see it. */
export const userView = ownUser.omit({ needsSecondFactor: true }).extend({
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  hasSecondFactor: z.boolean().describe('Whether the user has an authenticator app or a passkey.'),
})

export type UserView = z.infer<typeof userView>

/** A session in the list of the user's own sessions. */
export const sessionView = z.strictObject({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string(),
  current: z.boolean().describe('Whether it is the session of this request.'),
})

export type SessionView = z.infer<typeof sessionView>

/** The answer of `GET /api/auth/status`. */
export const authStatus = z.strictObject({ isLoggedIn: z.boolean(), user: ownUser.nullable() })
export type AuthStatus = z.infer<typeof authStatus>
/** The answer of a sign-in, a registration and a change of profile. */
export const userAnswer = z.strictObject({ user: ownUser })
/** The answer of `POST /api/users/{id}/reset`. */
export const resetLink = z.strictObject({
  url: z.url().describe('The address at which the user sets a new password, once.'),
  expiresAt: instant,
})
/** The answer of `POST /api/auth/invitations`. */
export const invitation = z.strictObject({
  code: z.string(),
  url: z.url().describe('The address at which the invited person registers.'),
  expiresAt: instant,
})
