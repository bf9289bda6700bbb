import "./style.css";
import { ReportPage } from "./report";
import { Studio } from "./studio";
import type { Report } from "./types";

declare global {
  interface Window {
    studio?: Studio;
    report?: ReportPage;
  }
}

// A report carries its data in the page; without them this is the studio, which asks its server.
const app = document.getElementById("app")!;
const data = document.getElementById("gough-report")?.textContent;
if (data) window.report = new ReportPage(app, JSON.parse(data) as Report);
else window.studio = new Studio(app);
