import type { AllOf, ContentType } from '#domain/content.ts'
import type { AnswerTo } from '../../api/admin-call.ts'

type Listed = AnswerTo<`GET /api/${ContentType}`>[number]

/** An item of any type as this screen uses it; fields that its type lacks are undefined. */
export type ManagedItem = Pick<
  Listed,
  'id' | 'slug' | 'title' | 'status' | 'publishedAt' | 'imageUrl' | 'imageAlt' | 'revision'
> &
  Partial<AllOf<Listed>>
