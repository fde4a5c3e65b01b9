import { keptPage } from '../../page-data.ts'

export default keptPage('/saved', 'saved', 'savedText')
