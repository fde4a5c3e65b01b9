import type { z } from 'zod'
import type { Parameter } from './parameters.ts'

/** Path parameters of a call. */
export type ParamsOf<One> = One extends {
  params: infer Params extends Readonly<Record<string, Parameter>>
}
  ? { [Name in keyof Params]: z.output<Params[Name]['schema']> }
  : Record<never, never>

/** The schema of a part of a call; `never` without one. */
export type SchemaOf<One, Part extends string> = One extends {
  [Name in Part]: infer Found extends z.ZodType
}
  ? Found
  : never

/** The validated query. */
export type QueryOf<One> = z.output<SchemaOf<One, 'query'>>
/** The validated body, or the fields of the form. */
export type BodyOf<One> = z.output<SchemaOf<One, 'body'>> | z.output<SchemaOf<One, 'form'>>
/** The answer for a visitor. */
export type AnswerOf<One> = z.output<SchemaOf<One, 'answer'>>
/** The answer for an administrator. */
export type AdminAnswerOf<One> = One extends { adminAnswer: infer Found extends z.ZodType }
  ? z.output<Found>
  : AnswerOf<One>
/** The 409 of a conflict. */
export type ConflictOf<One> = z.output<SchemaOf<One, 'conflict'>>
