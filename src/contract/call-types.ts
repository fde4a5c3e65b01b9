import type { z } from 'zod'
import type { Parameter } from './parameters.ts'

/** The varying parts of a call's address. */
export type ParamsOf<One> = One extends { params: infer Params extends Readonly<Record<string, Parameter>> }
  ? { [Name in keyof Params]: z.output<Params[Name]['schema']> }
  : Record<never, never>

/** The schema of a part of a call; never where it has none. */
export type SchemaOf<One, Part extends string> = One extends { [Name in Part]: infer Found extends z.ZodType }
  ? Found
  : never

/** The query as the server gets it after the check. */
export type QueryOf<One> = z.output<SchemaOf<One, 'query'>>
/** The body, or the fields of the form, as the server gets them after the check. */
export type BodyOf<One> = z.output<SchemaOf<One, 'body'>> | z.output<SchemaOf<One, 'form'>>
/** What a client is answered. */
export type AnswerOf<One> = z.output<SchemaOf<One, 'answer'>>
/** What an administrator is answered. */
export type AdminAnswerOf<One> = One extends { adminAnswer: infer Found extends z.ZodType }
  ? z.output<Found>
  : AnswerOf<One>
/** The 409 of a write that meets another one. */
export type ConflictOf<One> = z.output<SchemaOf<One, 'conflict'>>
