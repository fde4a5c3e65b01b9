import type { BulkChange } from '#domain/bulk-change.ts'

/** What can be done to several items at once. */
export type BulkAction = BulkChange['action']

interface BulkWords {
  /** Title of the dialog and label of its button. */
  title: string
  /** What it asks; `count` is '3 articles'. */
  confirm: (count: string) => string
  pending: string
}

export const bulkActions: Record<BulkAction, BulkWords> = {
  publish: {
    title: 'Publish',
    confirm: (count) => `${count} will be public at once. What is public already stays as it is.`,
    pending: 'Publishing...',
  },
  unpublish: {
    title: 'Unpublish',
    confirm: (count) => `${count} will be drafts, and their pages will be gone.`,
    pending: 'Unpublishing...',
  },
  schedule: {
    title: 'Schedule',
    confirm: (count) => `${count} will be published at this time, and not before.`,
    pending: 'Scheduling...',
  },
  category: {
    title: 'Set category',
    confirm: (count) => `${count} will be in this category.`,
    pending: 'Changing...',
  },
  tags: {
    title: 'Change tags',
    confirm: (count) => `The tags of ${count} will change. Other tags stay.`,
    pending: 'Changing...',
  },
  author: {
    title: 'Set author',
    confirm: (count) => `${count} will name these authors in place of their own.`,
    pending: 'Changing...',
  },
  delete: {
    title: 'Delete',
    confirm: (count) => `${count} will be deleted. The history holds them.`,
    pending: 'Deleting...',
  },
}
