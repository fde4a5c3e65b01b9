import type { z } from 'zod'
import type { ParamsOf, SchemaOf } from '#contract/call-types.ts'

type NoneOr<Part extends string, Value> = [Value] extends [never]
  ? unknown
  : { [Name in Part]: Value }
type OptionalOr<Part extends string, Value> = [Value] extends [never]
  ? unknown
  : { [Name in Part]?: Value | undefined }

type BodyInput<One> = z.input<SchemaOf<One, 'body'>>
type FormInput<One> = z.input<SchemaOf<One, 'form'>> & { file: File }

/** What a client makes a call with: `body` is sent as JSON, `form` with its file as a form. */
export type CallInput<One> = (One extends { params: unknown }
  ? { params: ParamsOf<One> }
  : unknown) &
  OptionalOr<'query', z.input<SchemaOf<One, 'query'>>> &
  (One extends { form: unknown }
    ? One extends { body: unknown }
      ? { body: BodyInput<One>; form?: never } | { form: FormInput<One>; body?: never }
      : { form: FormInput<One> }
    : One extends { bodyIsOptional: true }
      ? OptionalOr<'body', BodyInput<One>>
      : NoneOr<'body', BodyInput<One>>) &
  (One extends { headers: ReadonlyArray<infer Header> }
    ? ('Idempotency-Key' extends Header ? { key?: string | undefined } : unknown) &
        ('If-Match' extends Header ? { revision?: string | null | undefined } : unknown) &
        ('Idempotency-Replay' extends Header ? { replayOnly?: boolean } : unknown)
    : unknown)
