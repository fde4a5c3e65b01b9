import { CategoryList, type CategoryListProps } from '../../../../site/articles/category-list.tsx'
import { PageNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<CategoryListProps>) {
  return props.kind === 'found' ? <CategoryList {...props} /> : <PageNotFound />
}
