import { CategoryList } from '../../../../site/articles/category-list.tsx'
import { findable } from '../../../findable.tsx'

export default findable(CategoryList)
