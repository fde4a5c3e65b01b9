import { Home } from '../../../site/home/home.tsx'

export default Home
