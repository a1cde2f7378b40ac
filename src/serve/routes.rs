//! Finds the answer to each request.

use std::sync::Arc;

use super::Server;
use super::action::Action;
use super::guard;
use super::request::HttpRequest;
use super::response::{HttpResponse, HttpStatus};
use super::view::StateJson;
use super::visitor::{ActionError, Visitor};
use super::visitors::random_id;

/// The page. [`NONCE`] stands for a random number, which lets only its own script and style run.
const PAGE: &str = include_str!("page.html");

const NONCE: &str = "{{nonce}}";

const JSON: &str = "application/json";
const SGF: &str = "application/x-go-sgf";

/// An answer.
#[derive(Debug)]
pub(super) enum Reply {
    Whole(HttpResponse),
    /// Events of this visitor; with a cookie for a new one.
    Events(Arc<Visitor>, Option<String>),
}

/// A visitor, and the cookie to set if it is new.
type VisitorAndCookie = (Arc<Visitor>, Option<String>);

/// Answers a request.
pub(super) fn answer(request: &HttpRequest, server: &Server) -> Reply {
    route(request, server).unwrap_or_else(Reply::Whole)
}

fn route(request: &HttpRequest, server: &Server) -> Result<Reply, HttpResponse> {
    guard::check(request).map_err(HttpResponse::of_status)?;
    let allowed = match request.path.as_str() {
        "/" | "/api/state" | "/api/events" => "GET",
        "/api/act" => "POST",
        "/api/sgf" => "GET, POST",
        _ => return Err(HttpResponse::of_status(HttpStatus::NotFound)),
    };
    let mut methods = allowed.split(", ");
    if !methods.any(|method| method == request.method) {
        let refusal = HttpResponse::of_status(HttpStatus::MethodNotAllowed);
        return Err(refusal.with("Allow", allowed));
    }
    let response = match (request.path.as_str(), request.method.as_str()) {
        ("/", _) => page()?,
        ("/api/state", _) => {
            let visit = visit(request, server)?;
            shown(&visit.0.state(), &visit, server)
        }
        ("/api/events", _) => {
            let (visitor, id) = visit(request, server)?;
            return Ok(Reply::Events(visitor, id.map(|id| cookie(server, &id))));
        }
        ("/api/act", _) => {
            expect_type(request, JSON)?;
            let action: Action = serde_json::from_slice(&request.body)
                .map_err(|error| HttpResponse::error(HttpStatus::BadRequest, &error.to_string()))?;
            let visit = visit(request, server)?;
            let state = visit.0.act(action, server).map_err(of_error)?;
            shown(&state, &visit, server)
        }
        (_, "GET") => {
            let (visitor, _) = visit(request, server)?;
            let name = "attachment; filename=\"game.sgf\"";
            HttpResponse::new(SGF, visitor.sgf()).with("Content-Disposition", name)
        }
        _ => {
            expect_type(request, SGF)?;
            let visit = visit(request, server)?;
            let state = visit.0.load(&request.body, server).map_err(of_error)?;
            shown(&state, &visit, server)
        }
    };
    Ok(Reply::Whole(response))
}

fn page() -> Result<HttpResponse, HttpResponse> {
    let nonce = random_id().ok_or_else(|| HttpResponse::of_status(HttpStatus::Internal))?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let page = HttpResponse::new("text/html", PAGE.replace(NONCE, &nonce));
    Ok(page.with("Content-Security-Policy", &policy))
}

/// The visitor that a request's cookie names, or a new one.
fn visit(request: &HttpRequest, server: &Server) -> Result<VisitorAndCookie, HttpResponse> {
    let known = request.cookie(&server.cookie);
    if let Some(visitor) = known.and_then(|id| server.visitors.find(id)) {
        return Ok((visitor, None));
    }
    let begun = server.visitors.begin(&server.service);
    let (id, visitor) = begun.ok_or_else(|| HttpResponse::of_status(HttpStatus::Busy))?;
    Ok((visitor, Some(id)))
}

fn cookie(server: &Server, id: &str) -> String {
    let name = &server.cookie;
    format!("{name}={id}; Path=/; HttpOnly; SameSite=Strict")
}

fn shown(state: &StateJson, visit: &VisitorAndCookie, server: &Server) -> HttpResponse {
    let Ok(text) = serde_json::to_string(state) else {
        return HttpResponse::of_status(HttpStatus::Internal);
    };
    let response = HttpResponse::json(text);
    match &visit.1 {
        Some(id) => response.with("Set-Cookie", &cookie(server, id)),
        None => response,
    }
}

/// The page of another site could send only other types without asking first.
fn expect_type(request: &HttpRequest, wanted: &str) -> Result<(), HttpResponse> {
    let header = request.header("content-type").unwrap_or_default();
    let given = header.split(';').next().unwrap_or_default();
    if given.trim().eq_ignore_ascii_case(wanted) {
        Ok(())
    } else {
        Err(HttpResponse::of_status(HttpStatus::UnsupportedType))
    }
}

fn of_error(refusal: ActionError) -> HttpResponse {
    match refusal {
        ActionError::Game(reason) => HttpResponse::error(HttpStatus::Conflict, &reason),
        ActionError::Busy => HttpResponse::error(
            HttpStatus::Busy,
            "too many visitors are searching: try again",
        ),
    }
}
