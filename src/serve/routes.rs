//! Finds the answer to each request.

use std::sync::Arc;

use super::Server;
use super::action::Action;
use super::guard;
use super::request::Request;
use super::response::{Response, Status};
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
    Whole(Response),
    /// Events of this visitor; with a cookie for a new one.
    Events(Arc<Visitor>, Option<String>),
}

/// A visitor, and the cookie to set if it is new.
type Visit = (Arc<Visitor>, Option<String>);

/// Answers a request.
pub(super) fn answer(request: &Request, server: &Server) -> Reply {
    route(request, server).unwrap_or_else(Reply::Whole)
}

fn route(request: &Request, server: &Server) -> Result<Reply, Response> {
    guard::check(request).map_err(Response::of_status)?;
    let allowed = match request.path.as_str() {
        "/" | "/api/state" | "/api/events" => "GET",
        "/api/act" => "POST",
        "/api/sgf" => "GET, POST",
        _ => return Err(Response::of_status(Status::NotFound)),
    };
    let mut methods = allowed.split(", ");
    if !methods.any(|method| method == request.method) {
        let refusal = Response::of_status(Status::MethodNotAllowed);
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
                .map_err(|error| Response::error(Status::BadRequest, &error.to_string()))?;
            let visit = visit(request, server)?;
            let state = visit.0.act(action, server).map_err(of_error)?;
            shown(&state, &visit, server)
        }
        (_, "GET") => {
            let (visitor, _) = visit(request, server)?;
            let name = "attachment; filename=\"game.sgf\"";
            Response::new(SGF, visitor.sgf()).with("Content-Disposition", name)
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

fn page() -> Result<Response, Response> {
    let nonce = random_id().ok_or_else(|| Response::of_status(Status::Internal))?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let page = Response::new("text/html", PAGE.replace(NONCE, &nonce));
    Ok(page.with("Content-Security-Policy", &policy))
}

/// The visitor that a request's cookie names, or a new one.
fn visit(request: &Request, server: &Server) -> Result<Visit, Response> {
    let known = request.cookie(&server.cookie);
    if let Some(visitor) = known.and_then(|id| server.visitors.find(id)) {
        return Ok((visitor, None));
    }
    let begun = server.visitors.begin(&server.service);
    let (id, visitor) = begun.ok_or_else(|| Response::of_status(Status::Busy))?;
    Ok((visitor, Some(id)))
}

fn cookie(server: &Server, id: &str) -> String {
    let name = &server.cookie;
    format!("{name}={id}; Path=/; HttpOnly; SameSite=Strict")
}

fn shown(state: &StateJson, visit: &Visit, server: &Server) -> Response {
    let Ok(text) = serde_json::to_string(state) else {
        return Response::of_status(Status::Internal);
    };
    let response = Response::json(text);
    match &visit.1 {
        Some(id) => response.with("Set-Cookie", &cookie(server, id)),
        None => response,
    }
}

/// The page of another site could send only other types without asking first.
fn expect_type(request: &Request, wanted: &str) -> Result<(), Response> {
    let given = request.header("content-type").unwrap_or_default();
    let given = given.split(';').next().unwrap_or_default().trim();
    if given.eq_ignore_ascii_case(wanted) {
        Ok(())
    } else {
        Err(Response::of_status(Status::UnsupportedType))
    }
}

fn of_error(refusal: ActionError) -> Response {
    match refusal {
        ActionError::Game(reason) => Response::error(Status::Conflict, &reason),
        ActionError::Busy => {
            Response::error(Status::Busy, "too many visitors are searching: try again")
        }
    }
}
