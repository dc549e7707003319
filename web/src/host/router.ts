// The one door to the router: another version, or another router, is a change of this file.
// biome-ignore lint/performance/noBarrelFile: a door, not a barrel; only what is used passes it
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom'
