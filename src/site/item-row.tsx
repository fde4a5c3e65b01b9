import type { ReactNode } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import { NewsRow } from './news/news-row.tsx'
import { IssueRow } from './newsletters/issue-row.tsx'
import type { RowStyle } from './row-text.tsx'

/** The types whose items are rows of lists; articles are cards. */
type RowType = Exclude<ContentType, 'articles'>

const rows: { [Type in RowType]: (item: ItemSummary[Type], style: RowStyle) => ReactNode } = {
  news: (item, style) => <NewsRow item={item} {...style} />,
  newsletters: (issue, style) => <IssueRow issue={issue} {...style} />,
}

/** An item in a list with items of several types. */
export function ItemRow<Type extends RowType>({
  type,
  item,
  ...style
}: RowStyle & { type: Type; item: ItemSummary[Type] }) {
  return rows[type](item, style)
}
