//! Finds the answer to each request.

use std::sync::Arc;

use serde_json::Value;

use super::Server;
use super::guard;
use super::request::HttpRequest;
use super::response::{HttpResponse, HttpStatus};
use super::visitor::Visitor;
use super::visitors::random_id;
use crate::session::action::Action;

const JSON: &str = "application/json";
const SGF: &str = "application/x-go-sgf";

/// An answer.
#[derive(Debug)]
pub(super) enum Reply {
    Whole(HttpResponse),
    /// A response that goes on with the events of this visitor.
    Events(Arc<Visitor>, HttpResponse),
}

/// Finds the answer to a request.
///
/// # Errors
///
/// Returns a refusal.
pub(super) fn route(request: &HttpRequest, server: &Server) -> Result<Reply, HttpResponse> {
    guard::check(request)?;
    let allowed = match request.path.as_str() {
        "/" | "/api/state" | "/api/events" | "/api/explore" | "/api/solve" => "GET",
        "/api/act" => "POST",
        "/api/sgf" => "GET, POST",
        _ => return Err(HttpStatus::NOT_FOUND.into()),
    };
    let mut methods = allowed.split(", ");
    if !methods.any(|method| method == request.method) {
        let refusal = HttpResponse::from(HttpStatus::METHOD_NOT_ALLOWED);
        return Err(refusal.with("Allow", allowed));
    }
    let response = match (request.path.as_str(), request.method.as_str()) {
        ("/", _) => page(server.service.template)?,
        ("/api/state", _) => HttpResponse::json(&seen(request, server)?.state(server)),
        ("/api/explore", _) => HttpResponse::json(&seen(request, server)?.explore(server)),
        ("/api/solve", _) => HttpResponse::json(&playing(request, server)?.solve(server)?),
        ("/api/events", _) => {
            let response = HttpResponse::new("text/event-stream", String::new());
            return Ok(Reply::Events(playing(request, server)?, response));
        }
        ("/api/act", _) => {
            expect_type(request, JSON)?;
            let action: Action = serde_json::from_slice(&request.body)
                .map_err(|error| HttpResponse::error(HttpStatus::BAD_REQUEST, &error))?;
            let visit = HttpVisit::new(request, server)?;
            visit.show(&visit.visitor.act(action, server)?)
        }
        (_, "GET") => {
            let name = "attachment; filename=\"game.sgf\"";
            let record = seen(request, server)?.sgf();
            HttpResponse::new(SGF, record).with("Content-Disposition", name)
        }
        _ => {
            expect_type(request, SGF)?;
            let visit = HttpVisit::new(request, server)?;
            visit.show(&visit.visitor.load(&request.body, server)?)
        }
    };
    Ok(Reply::Whole(response))
}

fn page(template: &str) -> Result<HttpResponse, HttpStatus> {
    let nonce = random_id().ok_or(HttpStatus::INTERNAL)?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let page = HttpResponse::new("text/html", super::page(template, &nonce, "", &Value::Null));
    Ok(page.with("Content-Security-Policy", &policy))
}

/// The visitor that a request's cookie names.
fn known(request: &HttpRequest, server: &Server) -> Result<Option<Arc<Visitor>>, HttpStatus> {
    let id = request.cookie(&server.cookie);
    id.map_or(Ok(None), |id| server.visitors.find(id, server))
}

/// The visitor of a request that takes time. Such a request is refused if there is no game yet.
fn playing(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpResponse> {
    let nobody = || HttpResponse::error(HttpStatus::CONFLICT, &"there is no game yet");
    known(request, server)?.ok_or_else(nobody)
}

/// The visitor whose game a request reads: the one that its cookie names, or a temporary one with a new game. Reading alone starts
/// no session.
fn seen(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpStatus> {
    let fresh = || Arc::new(Visitor::new(String::new(), &server.service));
    Ok(known(request, server)?.unwrap_or_else(fresh))
}

/// A visitor, and the cookie to set if it is new.
struct HttpVisit {
    visitor: Arc<Visitor>,
    cookie: Option<String>,
}

impl HttpVisit {
    /// The visitor that a request's cookie names, or a new one.
    fn new(request: &HttpRequest, server: &Server) -> Result<Self, HttpStatus> {
        if let Some(visitor) = known(request, server)? {
            let cookie = None;
            return Ok(Self { visitor, cookie });
        }
        let visitor = server.visitors.begin(server)?;
        let (name, id) = (&server.cookie, &visitor.id);
        let mut cookie = format!("{name}={id}; Path=/; HttpOnly; SameSite=Strict");
        if server.kept.are_on() {
            // A year, because the game is kept after the browser is closed.
            cookie += "; Max-Age=31536000";
        }
        let cookie = Some(cookie);
        Ok(Self { visitor, cookie })
    }

    /// The response with the cookie.
    fn sign(&self, response: HttpResponse) -> HttpResponse {
        match &self.cookie {
            Some(cookie) => response.with("Set-Cookie", cookie),
            None => response,
        }
    }

    fn show(&self, state: &Value) -> HttpResponse {
        self.sign(HttpResponse::json(state))
    }
}

/// Checks the content type of a request. Without a preflight request, the page of another site could only send other types.
fn expect_type(request: &HttpRequest, wanted: &str) -> Result<(), HttpStatus> {
    let header = request.header("content-type").unwrap_or_default();
    let given = header.split(';').next().unwrap_or_default();
    if given.trim().eq_ignore_ascii_case(wanted) {
        Ok(())
    } else {
        Err(HttpStatus::UNSUPPORTED_TYPE)
    }
}
