import { plainPage } from '../../page-data.ts'

export default plainPage('/saved', 'saved', 'savedText')
