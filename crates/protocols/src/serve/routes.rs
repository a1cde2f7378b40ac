//! Finds the answer to each request, and refuses those that a browser sends for pages of other sites.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Server;
use super::http::{HttpRequest, HttpResponse, HttpStatus};
use super::public::{self, PublicUrl};
use super::storage;
use super::visitor::Visitor;
use super::visitors::random_id;
use crate::schema::page::{Action, GameState};

const JSON: &str = "application/json";
const SGF: &str = "application/x-go-sgf";

/// An answer; with a visitor, it goes on with the visitor's events.
pub(super) type Reply = (HttpResponse, Option<Arc<Visitor>>);

/// Finds the answer to a request of a client.
///
/// # Errors
///
/// Returns a refusal.
pub(super) fn route(
    request: &HttpRequest,
    client: IpAddr,
    server: &Server,
) -> Result<Reply, HttpResponse> {
    let public = server.service.public.as_ref();
    let mut path = request.path.as_str();
    if let Some(public) = public {
        let moved = || HttpResponse::from(HttpStatus::MOVED).with("Location", public.path());
        path = public.local_path(path).ok_or_else(moved)?;
    }
    let allowed = match path {
        "/" | "/health" | "/api/state" | "/api/events" | "/api/explore" | "/api/games"
        | "/api/solve" => "GET, HEAD",
        "/api/act" => "POST",
        "/api/sgf" => "GET, HEAD, POST",
        _ => return Err(HttpStatus::NOT_FOUND.into()),
    };
    let mut methods = allowed.split(", ");
    if !methods.any(|method| method == request.method) {
        let refusal = HttpResponse::from(HttpStatus::METHOD_NOT_ALLOWED);
        return Err(refusal.with("Allow", allowed));
    }
    if path == "/health" {
        return Ok((health(server)?, None));
    }
    // The page itself may be opened from a link anywhere.
    public::check_origin(request, path == "/", public)?;
    let response = match (path, request.method.as_str()) {
        ("/", _) => page(server.service.template)?,
        ("/api/state", _) => HttpResponse::json(&seen(request, server)?.state(server)),
        ("/api/explore", _) => HttpResponse::json(&seen(request, server)?.explore(server)),
        ("/api/games", _) => HttpResponse::json(&seen(request, server)?.games(server)?),
        ("/api/solve", _) => HttpResponse::json(&playing(request, server)?.solve(server)?),
        ("/api/events", _) => {
            let response = HttpResponse::new("text/event-stream", String::new());
            // Keeps nginx from collecting events.
            let response = response.with("X-Accel-Buffering", "no");
            return Ok((response, Some(playing(request, server)?)));
        }
        ("/api/act", _) => {
            expect_type(request, JSON)?;
            let action: Action = serde_json::from_slice(&request.body)
                .map_err(|error| HttpResponse::error(HttpStatus::BAD_REQUEST, &error))?;
            let seen = request.header("if-match");
            let seen = seen.map(|tag| tag.trim_matches('"').parse());
            let seen = seen.transpose().map_err(|_| HttpStatus::CHANGED)?;
            change(request, client, server, |visitor| {
                visitor.act(action, seen, server)
            })?
        }
        (_, "GET" | "HEAD") => {
            let name = "attachment; filename=\"game.sgf\"";
            let record = seen(request, server)?.sgf();
            HttpResponse::new(SGF, record).with("Content-Disposition", name)
        }
        _ => {
            expect_type(request, SGF)?;
            change(request, client, server, |visitor| {
                visitor.load(&request.body, server)
            })?
        }
    };
    Ok((response, None))
}

/// For programs that watch the server.
fn health(server: &Server) -> Result<HttpResponse, HttpResponse> {
    if server.is_failing.load(Ordering::Relaxed) {
        let reason = "games cannot be written to the disk";
        return Err(HttpResponse::error(HttpStatus::BUSY, &reason));
    }
    let healthy = "{\"health\":\"ok\"}".to_owned();
    Ok(HttpResponse::new(JSON, healthy))
}

fn page(template: &str) -> Result<HttpResponse, HttpStatus> {
    let nonce = random_id().ok_or(HttpStatus::INTERNAL)?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let page = HttpResponse::new("text/html", super::page(template, &nonce, "", None));
    Ok(page.with("Content-Security-Policy", &policy))
}

/// The visitor that a request's cookie names.
fn known(request: &HttpRequest, server: &Server) -> Result<Option<Arc<Visitor>>, HttpStatus> {
    let id = request.cookie(&server.cookie);
    id.map_or(Ok(None), |id| server.visitor(id))
}

/// The visitor of a request that takes time. Such a request is refused if there is no game yet.
fn playing(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpResponse> {
    let nobody = || HttpResponse::error(HttpStatus::CONFLICT, &"there is no game yet");
    known(request, server)?.ok_or_else(nobody)
}

/// The visitor whose game a request reads: the one that its cookie names, or a temporary one with a new game. Reading alone starts
/// no session.
fn seen(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpStatus> {
    let fresh = || Arc::new(Visitor::new(String::new(), None, &server.service));
    Ok(known(request, server)?.unwrap_or_else(fresh))
}

/// Lets the visitor that a request's cookie names, or a new one, change its game. A new one gets its cookie.
fn change(
    request: &HttpRequest,
    client: IpAddr,
    server: &Server,
    change: impl FnOnce(&Visitor) -> Result<GameState, HttpResponse>,
) -> Result<HttpResponse, HttpResponse> {
    if let Some(visitor) = known(request, server)? {
        return Ok(HttpResponse::json(&change(&visitor)?));
    }
    let limit = server.service.new_games;
    if !server.new_games.lock().count(client, limit) {
        let reason = "too many new games from your address: try again in a minute";
        let refusal = HttpResponse::error(HttpStatus::TOO_MANY_GAMES, &reason);
        return Err(refusal.with("Retry-After", "60"));
    }
    let visitor = server.new_visitor()?;
    let attributes = PublicUrl::cookie_attributes(server.service.public.as_ref());
    let age = match server.service.folder {
        Some(_) => format!("; Max-Age={}", storage::MAX_AGE.as_secs()),
        None => String::new(),
    };
    let cookie = format!("{}={}; {attributes}{age}", server.cookie, visitor.id);
    Ok(HttpResponse::json(&change(&visitor)?).with("Set-Cookie", &cookie))
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
